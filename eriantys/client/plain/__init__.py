"""The client line by line: for pipes, dumb terminals and screen readers.

Whatever is typed is a line, and whatever happens is one or more lines of plain sentences. There
are no escape sequences, nothing is drawn over, and nothing needs colours or columns.
"""
