import { embeddedVideo, VIMEO_HASH, VIMEO_ID, YOUTUBE_ID } from '@portico/kinds/embeddedVideo';
import { cleanText } from '@portico/kinds/typedText';
import type { VideoSource } from '@portico/kinds/video';

/** The video at a YouTube or Vimeo URL; undefined for any other URL. */
export function parseVideoUrl(text: string): Exclude<VideoSource, { host: 'Portal' }> | undefined {
  const url = URL.parse(cleanText(text));
  if (!url) return undefined;
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const path = url.pathname.split('/').filter(Boolean);
    const videoId = host === 'youtu.be' ? path[0] : (url.searchParams.get('v') ?? path[1]);
    return videoId && YOUTUBE_ID.test(videoId) ? { host: 'YouTube', videoId } : undefined;
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const path = url.pathname.split('/').filter(Boolean);
    const at = path.findIndex((part) => VIMEO_ID.test(part));
    const videoId = path[at];
    const hash = url.searchParams.get('h') ?? path[at + 1] ?? '';
    return videoId ? { host: 'Vimeo', videoId, ...(VIMEO_HASH.test(hash) && { hash }) } : undefined;
  }
  return undefined;
}

/** The public page of a video. */
export const videoPageUrl = (source: VideoSource | undefined): string =>
  (source && embeddedVideo(source)?.pageUrl) ?? '';
