// The notice that says what went wrong, and why.

const box = document.getElementById("notice");
const text = box.querySelector("p");
let hiding;

export function notice(sentence = "", rule = "", name = rule) {
  clearTimeout(hiding);
  box.hidden = !sentence;
  text.replaceChildren(sentence);
  if (rule) {
    const link = document.createElement("a");
    link.className = "rule";
    link.href = `/rules/${rule}`;
    link.textContent = `${document.body.dataset.rule}: ${name}`;
    text.append(document.createElement("br"), link);
  }
  if (sentence && !document.body.dataset.away) hiding = setTimeout(() => { box.hidden = true; }, 12000);
}

export function refuse(error, button) {
  notice(error.text, error.rule, error.rule_name);
  if (button?.classList.contains("cell")) {
    button.classList.add("refused");
    setTimeout(() => button.classList.remove("refused"), 400);
  }
}

box.querySelector("button").addEventListener("click", () => notice());
