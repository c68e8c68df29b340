import { a, arabic, broken, documentId, longWord, page, paragraph, picture, rich } from '../../testing/fixtures.tsx';

export default { title: 'Video' };

export const Youtube = () =>
  page(
    a('Video', {
      title: 'How a distribution is worked out',
      source: { host: 'YouTube', videoId: 'dQw4w9WgXcQ' },
      captions: [],
      poster: picture(1),
      transcript: rich(paragraph, paragraph),
    }),
  );

export const Vimeo = () =>
  page(a('Video', { title: 'Welcome to the portal', source: { host: 'Vimeo', videoId: '76979871' }, captions: [] }));

export const PortalVideo = () =>
  page(
    a('Video', {
      title: 'The office in a minute',
      source: { host: 'Portal', documentId: documentId(1), format: 'WEBM' },
      captions: [
        { documentId: documentId(2), language: 'en', label: 'English' },
        { documentId: documentId(2), language: 'es', label: 'Español' },
      ],
      poster: picture(2),
      transcript: rich('A city from above. A door opens.'),
    }),
  );

export const PortalVideoWithoutPoster = () =>
  page(
    a('Video', {
      title: 'Without a poster',
      source: { host: 'Portal', documentId: documentId(1), format: 'WEBM' },
      captions: [],
    }),
  );

export const MissingPortalVideo = () =>
  page(
    a('Video', {
      title: 'Missing file',
      source: { host: 'Portal', documentId: documentId(404), format: 'MP4' },
      captions: [],
    }),
  );

export const LongAndOdd = () =>
  page(
    a('Video', {
      title: longWord,
      source: { host: 'Vimeo', videoId: '76979871' },
      captions: [],
      transcript: rich(arabic, longWord),
    }),
  );

export const Broken = () =>
  page(
    broken({
      id: 'x',
      type: 'Video',
      title: 'Elsewhere',
      source: { host: 'YouTube', videoId: '../../evil' },
      captions: [],
    }),
    broken({ id: 'y', type: 'Video', title: 'Nowhere', captions: [] }),
  );
