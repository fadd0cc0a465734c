// Questions to our own server beside Gradio's queue. The address is relative to the page.

/** The answer; or an error with the server's words, which say what is wrong. */
export async function ask(address) {
  const answer = await fetch(new URL(address, document.baseURI));
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

export const askJson = async (address) => (await ask(address)).json();
