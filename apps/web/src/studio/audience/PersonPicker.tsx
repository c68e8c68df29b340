import type { PersonSummary } from '@portico/contracts/studio/audience';
import { cleanText } from '@portico/kinds/typedText';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { peopleQuery } from './audience.queries.ts';
import { PersonSearch } from './PersonSearch.tsx';

/** Finds a person by parts of their name or email address. */
export function PersonPicker({
  label,
  withDisabled = false,
  onPick,
}: {
  label: string;
  withDisabled?: boolean;
  onPick: (person: PersonSummary) => void;
}) {
  const [text, setText] = useState('');
  const query = useDeferredValue(cleanText(text));
  const { data } = useQuery(peopleQuery(query, withDisabled));
  return <PersonSearch {...{ label, text, query, onPick }} found={data?.items} onText={setText} />;
}
