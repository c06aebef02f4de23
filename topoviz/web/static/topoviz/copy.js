// A button beside each text that is there to be copied. Without scripts, the text can be selected as any other.
(() => {
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Browsers keep their clipboard from pages without TLS. This is old and withdrawn, and the only way there is.
      const field = document.createElement("textarea");
      field.value = text;
      field.className = "out-of-sight";
      document.body.append(field);
      field.select();
      const worked = document.execCommand("copy");
      field.remove();
      return worked;
    }
  }

  for (const place of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-small copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy: ${place.getAttribute("aria-label")}`);
    button.addEventListener("click", async () => {
      button.textContent = (await copy(place.textContent)) ? "Copied" : "Press Ctrl-C";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    place.before(button);
  }
})();
