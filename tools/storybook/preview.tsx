import '@portico/ui/styles.css';
import type { Preview } from '@storybook/react-vite';
import styles from './StoryFrame.module.css';

const preview: Preview = {
  parameters: {
    layout: 'fullscreen',
    react: {
      rootOptions: {
        // As in the portal, an error boundary that reports its own errors is left to do so.
        onCaughtError: (error: unknown, { errorBoundary }: { errorBoundary?: object | null }) => {
          if (!(errorBoundary && 'reportsItself' in errorBoundary)) reportError(error);
        },
      },
    },
  },
  decorators: [
    (Story, { name, title }) => (
      <main className={styles.page} data-story={name}>
        <h1 className={styles.title}>{title.split('/').at(-1)}</h1>
        <Story />
      </main>
    ),
  ],
};

export default preview;
