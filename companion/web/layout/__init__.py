"""Parts that all pages share: the base page, styles, scripts, forms, names."""
