import { expect, type Locator, type Page } from '@playwright/test';

type Box = { x: number; y: number; width: number; height: number };

/** Returns the grey, 0 to 255, of each pixel in this part of the window, row by row, as painted. */
export async function greysOf(page: Page, clip: Box): Promise<number[]> {
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    canvas.drawImage(picture, 0, 0);
    const { data: bytes } = canvas.getImageData(0, 0, picture.width, picture.height);
    return Array.from({ length: bytes.length / 4 }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = bytes.slice(at * 4, at * 4 + 3);
      return 0.3 * red + 0.59 * green + 0.11 * blue;
    });
  }, png);
}

export async function boxOf(locator: Locator): Promise<Box> {
  let box: Box | null = null;
  // A screen that is still loading may replace the element.
  await expect(async () => {
    await locator.scrollIntoViewIfNeeded({ timeout: 2_000 });
    box = await locator.boundingBox();
    expect(box).not.toBeNull();
  }).toPass();
  return box!;
}

/** Returns the share of pixels that differ in grey from the first one: 0 to 1. */
export async function inkIn(page: Page, clip: Box): Promise<number> {
  const greys = await greysOf(page, clip);
  const ground = greys[0] ?? 0;
  return greys.filter((grey) => Math.abs(grey - ground) > 40).length / greys.length;
}
