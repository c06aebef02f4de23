// Copies text, also where the browser keeps its clipboard from pages without TLS.

/** Says whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughField(text);
  }
}

function copyThroughField(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "out-of-sight";
  document.body.append(field);
  field.select();
  // Old and withdrawn, and the only way there is without a secure address.
  const worked = document.execCommand("copy");
  field.remove();
  return worked;
}
