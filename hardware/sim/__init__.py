"""The box on a laptop: register-level twins under the real drivers, and a world with hands that moves them.

`world.World` is the whole of it; the modules beside it are its parts.
"""
