// Joined by the square code: on to the seats. A page of its own, because a scanner's first request may come
// without cookies, and this one carries the seat.

location.replace(document.getElementById("on").href);
