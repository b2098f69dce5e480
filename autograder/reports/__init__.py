"""What people read: everything here is made from results, and decides nothing."""
