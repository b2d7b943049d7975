"""What needs Redis and PostgreSQL on the machine."""
