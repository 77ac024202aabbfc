/** The longer side of a photo in pixels, after the device has made it smaller; and of its thumbnail. */
export const photoSide = 1_600;
export const thumbnailSide = 240;
