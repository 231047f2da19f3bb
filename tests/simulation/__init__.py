"""A whole house under a simulated clock: everything that happens follows from one seed."""
