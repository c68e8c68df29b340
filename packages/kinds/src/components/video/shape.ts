import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';
import { EXAMPLE_FILE, examplePicture, exampleText } from '../../base/examples.ts';
import { ImageRef } from '../../base/media.ts';
import { RichText } from '../../base/richText.ts';
import { VideoSource } from '../../base/video.ts';

export const Video = z.object({
  id: ComponentId,
  type: z.literal('Video'),
  title: nonEmptyText(300),
  source: VideoSource,
  /** WebVTT files, for a video stored in the portal. `language` is a BCP 47 tag. */
  captions: z
    .array(
      z.object({
        documentId: z.uuid(),
        language: z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z]{2})?$/)),
        label: nonEmptyText(100),
      }),
    )
    .check(z.maxLength(20)),
  poster: z.optional(ImageRef),
  transcript: z.optional(RichText),
});
export type Video = z.infer<typeof Video>;

export const shape = {
  words: {
    title: 'read',
    transcript: 'read',
    source: 'none',
    captions: { documentId: 'none', language: 'none', label: 'aside' },
    poster: 'aside',
  },
  blank: () => ({ title: '', captions: [] }),
  needs: 'source',
} satisfies ComponentShape<Video>;

export const example: ExampleOf<Video> = {
  title: 'Welcome',
  source: { host: 'YouTube', videoId: 'dQw4w9WgXcQ' },
  captions: [{ documentId: EXAMPLE_FILE, language: 'en-US', label: 'English' }],
  poster: examplePicture(6),
  transcript: exampleText(),
};
