"""How a phone joins the table and takes a seat."""
