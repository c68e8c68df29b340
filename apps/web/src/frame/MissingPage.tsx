import { useState } from 'react';
import { ErrorBody, ErrorMenu, ErrorPage } from '../errors/ErrorPage.tsx';
import type { PageRoute } from '../routing/pageRoute.ts';
import { PortalSearchBox } from '../search/PortalSearchBox.tsx';
import { t } from '../locale/text.ts';
import { searchForTerm } from '../search/searchAddress.ts';
import { readSession } from '../sign-in/sessionCookies.ts';
import styles from './MissingPage.module.css';
import { Shell } from './Shell.tsx';

/** Says that there is no page at this address and offers a search. The portal stays around the message. */
export function MissingPage({ routes, message }: { routes: PageRoute[]; message: string }) {
  const [term, setTerm] = useState('');
  if (!readSession()) return <ErrorPage status={404} message={message} />;
  return (
    <Shell routes={routes}>
      <ErrorMenu />
      <div className={styles.body}>
        <ErrorBody status={404} message={message}>
          <p>{t('shared.missingAdvice')}</p>
          <div className={styles.search}>
            <PortalSearchBox
              label={t('shared.searchForPage')}
              term={term}
              onChange={setTerm}
              searchOf={searchForTerm}
              size="large"
            />
          </div>
        </ErrorBody>
      </div>
    </Shell>
  );
}
