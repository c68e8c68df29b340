import { z } from 'zod/mini';

const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/;
const VIMEO_ID = /^\d{6,12}$/;

/** Where a film comes from: one of two hosts, whose address is made from the id alone, or a file of our own. */
export const VideoSource = z.discriminatedUnion('host', [
  z.object({ host: z.literal('YouTube'), videoId: z.string().check(z.regex(YOUTUBE_ID)) }),
  z.object({ host: z.literal('Vimeo'), videoId: z.string().check(z.regex(VIMEO_ID)) }),
  z.object({ host: z.literal('Portal'), documentId: z.uuid(), format: z.enum(['MP4', 'WEBM']) }),
]);
export type VideoSource = z.infer<typeof VideoSource>;

/** The only foreign pages that may be framed in a content page. Source: TRUST X3. */
export const VIDEO_FRAME_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

export interface EmbeddedVideo {
  host: 'YouTube' | 'Vimeo';
  /** Of the player, to be framed; it starts at once. */
  playerUrl: string;
  /** Of the host's own page. */
  pageUrl: string;
}

/** Addresses of a film at a host, made from its id; undefined for films of our own and for ids that no film can have. */
export function embeddedVideo(source: VideoSource): EmbeddedVideo | undefined {
  if (source.host === 'YouTube' && YOUTUBE_ID.test(source.videoId)) {
    return {
      host: 'YouTube',
      playerUrl: `https://www.youtube-nocookie.com/embed/${source.videoId}?autoplay=1&playsinline=1&rel=0`,
      pageUrl: `https://www.youtube.com/watch?v=${source.videoId}`,
    };
  }
  if (source.host === 'Vimeo' && VIMEO_ID.test(source.videoId)) {
    return {
      host: 'Vimeo',
      playerUrl: `https://player.vimeo.com/video/${source.videoId}?autoplay=1&dnt=1`,
      pageUrl: `https://vimeo.com/${source.videoId}`,
    };
  }
  return undefined;
}
