// Shows the picture of the chosen pad.

const picture = document.getElementById("pad-picture");
const game = document.querySelector('#print [name="game"]');
const folder = picture.getAttribute("src").replace(/[^/]*$/, "");
const show = () => { picture.src = `${folder}${encodeURIComponent(game.value)}.svg`; };
game.addEventListener("change", show);
show();
