// What is copied for the visitor.

/** Whether the text could be copied: a frame, or an old browser, may forbid it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
