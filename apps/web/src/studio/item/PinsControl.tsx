import { emptyRule, isForEveryone } from '@portico/authoring/audience';
import { MAX_HOME_PINS } from '@portico/kinds/itemParts';
import type { HomePin } from '@portico/kinds/items/home/schemas';
import { cleanText } from '@portico/kinds/typedText';
import { TextField } from '@portico/ui/TextField';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../locale/text.ts';
import { AudienceField } from '../audience/AudienceField.tsx';
import { EntryList } from '../fields/EntryList.tsx';
import fieldStyles from '../fields/fields.module.css';
import { FormContext } from '../fields/formContext.ts';
import pickers from '../pickers/Pickers.module.css';
import type { ControlProps } from './PlainField.tsx';
import { pinChoicesQuery, pinnedItemsQuery } from './pins.queries.ts';

const kindLabel = (kind: 'news' | 'event'): string => t(kind === 'news' ? 'homeDesk.newsItem' : 'homeDesk.event');

/** The news and events that the dashboard shows first, each with its audience. */
export function PinsControl({ label, fields: { pins }, set }: ControlProps) {
  const [said, say] = useState('');
  const context = useMemo(() => ({ problems: [], say }), []);
  const ids = pins.map(({ itemId }) => itemId);
  const { data, isError } = useQuery(pinnedItemsQuery(ids));
  const itemOf = ({ itemId }: HomePin) => data?.items.find((item) => item.itemId === itemId);
  const titleOf = (pin: HomePin) => {
    const title = data ? (itemOf(pin)?.title ?? t('homeDesk.unknownItem')) : t('homeDesk.loadingTitle');
    return isForEveryone(pin) ? title : `${title} · ${t('homeDesk.forSome')}`;
  };
  const change = (next: HomePin[]) => set('pins', next);
  return (
    <FormContext value={context}>
      <EntryList
        label={label}
        help={t('homeDesk.pinsHelp')}
        error={isError ? t('homeDesk.titlesFailed') : undefined}
        entries={pins}
        onChange={change}
        titleOf={titleOf}
        actions={
          pins.length < MAX_HOME_PINS ? (
            <PinChoice
              pinned={ids}
              onPick={(itemId) => change([...pins, { itemId, audience: [], audienceRule: emptyRule }])}
            />
          ) : (
            <p className={fieldStyles.help}>{t('homeDesk.pinsFull', { max: MAX_HOME_PINS })}</p>
          )
        }
      >
        {(pin, _, onChange) => {
          const item = itemOf(pin);
          return (
            <>
              {item && (
                <p className={fieldStyles.help}>
                  {item.isShown ? kindLabel(item.kind) : `${kindLabel(item.kind)} · ${t('homeDesk.notShown')}`}
                </p>
              )}
              <AudienceField
                label={t('homeDesk.whoSees', { title: item?.title ?? '' })}
                audience={pin}
                onChange={({ name, value }) => onChange({ ...pin, [name]: value })}
              />
            </>
          );
        }}
      </EntryList>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </FormContext>
  );
}

function PinChoice({ pinned, onPick }: { pinned: readonly string[]; onPick: (itemId: string) => void }) {
  const [text, setText] = useState('');
  const words = useDeferredValue(cleanText(text));
  const { data } = useQuery(pinChoicesQuery(words));
  const offered = words === '' ? [] : (data?.items ?? []).filter(({ itemId }) => !pinned.includes(itemId));
  return (
    <div>
      <TextField label={t('homeDesk.findPin')} value={text} maxLength={200} onChange={setText} />
      {offered.length > 0 && (
        <ul className={pickers.options} aria-label={t('homeDesk.pinsFound')}>
          {offered.map(({ itemId, title, kind }) => (
            <li key={itemId}>
              <button
                type="button"
                className={pickers.option}
                onClick={() => {
                  onPick(itemId);
                  setText('');
                }}
              >
                <span>{title}</span> <span className={pickers.kind}>{kindLabel(kind)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status">{words !== '' && data && offered.length === 0 && t('homeDesk.noPin', { words })}</p>
    </div>
  );
}
