import { z } from 'zod/mini';
import { VIMEO_HASH, VIMEO_ID, YOUTUBE_ID } from './embeddedVideo.ts';

/** The source of a video: one of two hosts, whose URL is built from the id alone, or a file in the portal. */
export const VideoSource = z.discriminatedUnion('host', [
  z.object({ host: z.literal('YouTube'), videoId: z.string().check(z.regex(YOUTUBE_ID)) }),
  z.object({
    host: z.literal('Vimeo'),
    videoId: z.string().check(z.regex(VIMEO_ID)),
    hash: z.optional(z.string().check(z.regex(VIMEO_HASH))),
  }),
  z.object({ host: z.literal('Portal'), documentId: z.uuid(), format: z.enum(['MP4', 'WEBM']) }),
]);
export type VideoSource = z.infer<typeof VideoSource>;
