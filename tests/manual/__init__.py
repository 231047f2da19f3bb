"""What the tests of the manual pages share."""
