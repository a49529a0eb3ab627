// After joining by the QR code: goes on to the seats. This is a page of its own because a scanner's first
// request may come without cookies; the request from here carries the new seat.

location.replace(document.getElementById("on").href);
