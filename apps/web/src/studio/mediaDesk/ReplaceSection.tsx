import type { CallResult } from '@portico/contracts/endpoint';
import type { getMedia, MediaEntry } from '@portico/contracts/studio/media';
import { SearchField } from '@portico/ui/SearchField';
import { useQuery } from '@tanstack/react-query';
import rows from '../../kit/list/Rows.module.css';
import { PortalLinkButton } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { usePickerSearch } from '../pickers/usePickerSearch.ts';
import page from '../Sections.module.css';
import { mediaHref } from './mediaAddress.ts';
import { mediaListQuery } from './mediaDesk.queries.ts';
import { factsLabel, nameLabel } from './mediaLabels.ts';
import { ReplacePreview } from './ReplacePreview.tsx';

const MAX_OFFERED = 12;

/** Puts another picture or file wherever this one is used: first what to put there, then what that changes. */
export function ReplaceSection({
  found: { entry, places },
  withId,
}: {
  found: CallResult<typeof getMedia>;
  withId: string | undefined;
}) {
  if (places.length === 0 && withId === undefined) return null;
  return (
    <section className={page.section} aria-labelledby="media-replace">
      <h2 id="media-replace" className={page.subtitle}>
        {t('mediaDesk.replace')}
      </h2>
      {withId === undefined ? <Choice entry={entry} /> : <ReplacePreview key={withId} entry={entry} withId={withId} />}
    </section>
  );
}

function Choice({ entry }: { entry: MediaEntry }) {
  const { text, setText, query } = usePickerSearch();
  const { data } = useQuery({
    ...mediaListQuery({ text: query, kind: entry.kind }),
    enabled: query !== '',
    throwOnError: false,
  });
  const offered = query === '' ? [] : (data?.items ?? []).filter(({ id }) => id !== entry.id).slice(0, MAX_OFFERED);
  return (
    <>
      <p className={page.lead}>{t('mediaDesk.replaceHelp')}</p>
      <SearchField
        label={t('mediaDesk.replaceFind')}
        placeholder={t('mediaDesk.replaceFind')}
        value={text}
        onChange={setText}
      />
      <p role="status" className={rows.facts}>
        {query !== '' && data && offered.length === 0 && t('mediaDesk.noneFound')}
      </p>
      {offered.length > 0 && (
        <ul className={rows.rows} aria-label={t('mediaDesk.replaceOffered')}>
          {offered.map((other) => (
            <li key={other.id} className={rows.row}>
              <div className={rows.what}>
                <span>{nameLabel(other)}</span> <span className={rows.facts}>{factsLabel(other)}</span>
              </div>
              <PortalLinkButton
                size="small"
                href={mediaHref({}, { media: entry.id, with: other.id })}
                aria-label={t('mediaDesk.replaceByName', { name: nameLabel(other) })}
              >
                {t('mediaDesk.replaceBy')}
              </PortalLinkButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
