"""Everything that the pure core must not touch: sockets, the disk, signals and real time."""
