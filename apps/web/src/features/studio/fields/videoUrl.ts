import { removeInvisible } from '@portico/contracts/typedText';

import type { VideoSource } from '@portico/contracts/video';

/** The video at a YouTube or Vimeo URL; undefined for any other URL. */
export function parseVideoUrl(text: string): Exclude<VideoSource, { host: 'Portal' }> | undefined {
  const url = URL.parse(removeInvisible(text));
  if (!url) return undefined;
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const path = url.pathname.split('/').filter(Boolean);
    const videoId = host === 'youtu.be' ? path[0] : (url.searchParams.get('v') ?? path[1]);
    return videoId && /^[A-Za-z0-9_-]{11}$/.test(videoId) ? { host: 'YouTube', videoId } : undefined;
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const videoId = url.pathname.split('/').find((part) => /^\d{6,12}$/.test(part));
    return videoId ? { host: 'Vimeo', videoId } : undefined;
  }
  return undefined;
}

/** The public page of a video. */
export const videoPageUrl = (source: VideoSource | undefined): string =>
  source?.host === 'YouTube'
    ? `https://www.youtube.com/watch?v=${source.videoId}`
    : source?.host === 'Vimeo'
      ? `https://vimeo.com/${source.videoId}`
      : '';
