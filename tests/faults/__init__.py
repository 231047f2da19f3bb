"""What must survive: killed servers, full disks, restarts, cut connections, repeated words."""
