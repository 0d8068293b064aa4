/** A media file. Stored as `media/{id}`; the id is the first 32 hexadecimal digits of the SHA-256 of its bytes. */
export interface Media {
  id: string;
  /** The original file name. */
  name: string;
  contentType: 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif' | 'image/gif';
  bytes: number;
  /** Pixels. */
  width: number;
  height: number;
}
