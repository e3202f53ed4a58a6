"""The rims of sensing: when to look at which chip, and what to say of one that does not answer.

Laws: transfers run on the bus's worker, never on the loop; a part counts as lost after SILENT failed looks in a row, is
looked for again with back-off, and is back once it has been set up anew.
"""
