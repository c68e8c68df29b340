import type { ReadershipItem } from '@portico/contracts/studio/readership';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import { dayLabel } from '../dayLabel.ts';
import { countLabel, ofAudienceLabel } from './readershipLabels.ts';

/** The numbers of an item in a period, on one line. */
export function ReadershipFacts({ item }: { item: ReadershipItem }) {
  const { readers, best, downloads, registrations, confirmations } = item;
  const hasReaders = readers.most > 0;
  return (
    <p className={rows.facts}>
      {[
        t(hasReaders ? 'readership.readersOfDays' : 'readership.noReaders', { readers: countLabel(readers) }),
        best && t('readership.bestDay', { share: ofAudienceLabel(best), day: dayLabel(best.day) }),
        downloads && t('readership.downloads', { count: countLabel(downloads) }),
        registrations && t('readership.registrations', { count: countLabel(registrations) }),
        confirmations &&
          t('readership.confirmed', {
            share: ofAudienceLabel({ readers: confirmations.confirmed, audience: confirmations.people }),
          }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}
