/** Milliseconds. A picture that takes longer is left out of the print. */
const longest = 15_000;

/** Prints the page once its pictures are loaded, because a browser prints only what it has loaded. */
export async function printPage(): Promise<void> {
  const pictures = Array.from(document.images, (picture) =>
    picture.decode().catch(() => undefined),
  );
  const late = new Promise((done) => setTimeout(done, longest));
  await Promise.race([Promise.all(pictures), late]);
  window.print();
}
