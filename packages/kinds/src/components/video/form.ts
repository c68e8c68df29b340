import type { FormOf } from '../../properties/form.ts';
import type { Video } from './shape.ts';

export const form = {
  label: 'Video',
  help: 'A video from YouTube, Vimeo or the portal.',
  menu: { group: 'media', position: 3 },
  editedIn: 'panel',
  properties: {
    title: { label: 'Title', help: 'Names the video for screen readers.' },
    source: { label: 'Video', control: 'videoSource' },
    captions: {
      label: 'Captions',
      help: 'WebVTT files, for a portal video.',
      add: 'Add captions',
      entry: (number) => `Captions ${number}`,
      create: async ({ document }) => {
        const picked = await document?.();
        return picked && { documentId: picked.documentId, language: 'en-US', label: 'English' };
      },
      properties: {
        label: { label: 'Name in the player' },
        language: {
          label: 'Language code',
          help: 'For example en, en-US or es.',
          wrong: 'Enter a code such as en or en-US.',
        },
        documentId: { label: 'File', control: 'document' },
      },
    },
    poster: { label: 'Cover picture' },
    transcript: { label: 'Transcript', help: 'What is said and shown, for people who can’t watch or listen.' },
  },
} satisfies FormOf<Video>;
