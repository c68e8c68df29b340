import { use, useState } from 'react';
import type { VideoSource } from '@portico/kinds/video';
import { Button } from '@portico/ui/Button';
import { TextInput } from '@portico/ui/TextInput';
import { t } from '../../locale/text.ts';
import { PickersContext } from '../Pickers.ts';
import { FormContext, problemAt, type PropertyProps } from './formContext.ts';
import styles from './fields.module.css';
import { embeddedVideo, VIMEO_HASH, VIMEO_ID, YOUTUBE_ID } from '@portico/kinds/embeddedVideo';
import { cleanText } from '@portico/kinds/typedText';

/** The source of a video: its page address at one of two hosts, or a file in the portal. */
export function VideoSourceProperty({ path, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  const { document: pick } = use(PickersContext);
  const source = value as VideoSource | undefined;
  const [typed, setTyped] = useState<string>();
  const [isUnsupported, setIsUnsupported] = useState(false);
  const choose = async () => {
    const picked = await pick?.();
    if (!picked) return;
    const { documentId, format } = picked;
    const isVideo = format === 'MP4' || format === 'WEBM';
    setIsUnsupported(!isVideo);
    if (!isVideo) return;
    setTyped(undefined);
    onChange({ host: 'Portal', documentId, format });
  };
  const text = typed ?? videoPageUrl(source);
  const isInvalid = typed !== undefined && typed !== '' && !parseVideoUrl(typed);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{description.label}</legend>
      <TextInput
        label={t('studio.fieldVideoAddress')}
        help={t('studio.fieldVideoAddressHelp')}
        error={isInvalid ? t('studio.fieldVideoAddressWrong') : problemAt(problems, path)}
        value={text}
        onChange={(next) => {
          setTyped(next);
          const video = parseVideoUrl(next);
          if (video) onChange(video);
        }}
      />
      {pick && (
        <div className={styles.actions}>
          <Button size="small" onPress={() => void choose()}>
            {t('studio.fieldChooseFilm')}
          </Button>
          {source?.host === 'Portal' && (
            <span className={styles.help}>{t('studio.fieldOwnFilm', { format: source.format })}</span>
          )}
        </div>
      )}
      {isUnsupported && (
        <p role="alert" className={styles.error}>
          {t('studio.fieldNoFilm')}
        </p>
      )}
    </fieldset>
  );
}

/** The video at a YouTube or Vimeo URL; undefined for any other URL. */
function parseVideoUrl(text: string): Exclude<VideoSource, { host: 'Portal' }> | undefined {
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
const videoPageUrl = (source: VideoSource | undefined): string => (source && embeddedVideo(source)?.pageUrl) ?? '';
