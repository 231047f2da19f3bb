"""What travels between client and server: bytes in, messages out, and no sockets."""
