"""What a picture of the client costs: time, bytes, and the wait for the first one."""
