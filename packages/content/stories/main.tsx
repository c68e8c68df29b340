import '@portico/ui/styles.css';
import { use } from 'react';
import { createRoot } from 'react-dom/client';
import type { Stories } from './fixtures.tsx';
import styles from './StoryPage.module.css';

/*
 * Every look of every kind of component: `/?kind=Table` shows the stories of a kind, `/?kind=Table&story=long` one of them.
 * e2e/stories goes through all of them; `node tools/stories.ts` shows them to people.
 */
const files = import.meta.glob<Stories>('./*.stories.tsx', { import: 'stories' });
const loaders = new Map(
  Object.entries(files).map(([file, load]) => [file.replace(/^\.\/|\.stories\.tsx$/g, ''), load]),
);
const address = new URLSearchParams(location.search);
const kind = address.get('kind') ?? '';
const wanted = address.get('story');
const loading = loaders.get(kind)?.();

function ListOfKinds() {
  return (
    <main className={styles.page}>
      <h1>Content components</h1>
      <ul className={styles.kinds}>
        {[...loaders.keys()].map((name) => (
          <li key={name}>
            <a href={`/?kind=${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}

function StoryPage({ loading }: { loading: Promise<Stories> }) {
  const stories = use(loading);
  return (
    <main className={styles.page}>
      <h1>{kind}</h1>
      {Object.entries(stories)
        .filter(([name]) => wanted === null || name === wanted)
        .map(([name, element]) => (
          <section key={name} className={styles.story} data-story={name} aria-label={name}>
            <p className={styles.name}>{name}</p>
            {element}
          </section>
        ))}
    </main>
  );
}

createRoot(document.getElementById('stories')!, {
  // What a boundary of the content stops it reports itself, as in the portal.
  onCaughtError: (error, { errorBoundary }) => {
    if (!(errorBoundary && 'reportsItself' in errorBoundary)) reportError(error);
  },
}).render(loading ? <StoryPage loading={loading} /> : <ListOfKinds />);
