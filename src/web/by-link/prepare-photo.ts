import { photoSide, thumbnailSide } from '#domain/evidence/photo-sides.ts';
import { preparePicture, UnreadablePicture } from '#web/lib/pictures/prepare-picture.ts';
import { sha256OfFile } from '#web/lib/sha256.ts';

/** A photo as it is sent: the form, the digest of its bytes, and its size in pixels. */
export type PreparedPhoto = { form: FormData; digest: string; width: number; height: number };

/**
 * Makes a chosen photo smaller and ready to be sent. Returns null when this browser cannot read it. The page
 * loads this code when somebody chooses a photo.
 */
export async function preparePhoto(file: File): Promise<PreparedPhoto | null> {
  try {
    const sides = { picture: photoSide, thumbnail: thumbnailSide };
    const { bytes, thumbnail, width, height } = await preparePicture(file, sides);
    const form = new FormData();
    form.set('file', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg');
    form.set('thumbnail', new Blob([thumbnail]), 'thumbnail');
    return { form, digest: await sha256OfFile(bytes), width, height };
  } catch (error) {
    if (error instanceof UnreadablePicture) return null;
    throw error;
  }
}
