"""What was once looked at and found right, kept word for word; README.md tells how to read it and make it anew."""
