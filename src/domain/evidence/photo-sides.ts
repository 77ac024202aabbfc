/** The longer side in pixels of a photo that the device has made smaller, and of its thumbnail. */
export const photoSide = 1_600;
export const thumbnailSide = 240;
