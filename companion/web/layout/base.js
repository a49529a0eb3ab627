// The path before every address of the page; empty unless a proxy shows the table below one.

export const base = document.documentElement.dataset.base;
