export const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/;
export const VIMEO_ID = /^\d{6,12}$/;
/** The second part of an unlisted video's address, without which it can't be watched. */
export const VIMEO_HASH = /^[0-9a-f]{6,20}$/;

/** The only foreign pages that a content page may frame. Source: TRUST X3. */
export const VIDEO_FRAME_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

export interface EmbeddedVideo {
  host: 'YouTube' | 'Vimeo';
  /** URL of the player, to be framed; playback starts immediately. */
  playerUrl: string;
  /** URL of the video's page on the host. */
  pageUrl: string;
}

/** Same shape as `VideoSource`, so that the browser does not have to load its schema. */
type Source =
  | { host: 'YouTube'; videoId: string }
  | { host: 'Vimeo'; videoId: string; hash?: string | undefined }
  | { host: 'Portal' };

/** The URLs of a hosted video, built from its id; undefined for videos in the portal and for invalid ids. */
export function embeddedVideo(source: Source): EmbeddedVideo | undefined {
  if (source.host === 'YouTube' && YOUTUBE_ID.test(source.videoId)) {
    return {
      host: 'YouTube',
      playerUrl: `https://www.youtube-nocookie.com/embed/${source.videoId}?autoplay=1&playsinline=1&rel=0`,
      pageUrl: `https://www.youtube.com/watch?v=${source.videoId}`,
    };
  }
  if (source.host === 'Vimeo' && VIMEO_ID.test(source.videoId)) {
    const hash = source.hash !== undefined && VIMEO_HASH.test(source.hash) ? source.hash : undefined;
    return {
      host: 'Vimeo',
      playerUrl: `https://player.vimeo.com/video/${source.videoId}?${hash === undefined ? '' : `h=${hash}&`}autoplay=1&dnt=1`,
      pageUrl: `https://vimeo.com/${source.videoId}${hash === undefined ? '' : `/${hash}`}`,
    };
  }
  return undefined;
}
