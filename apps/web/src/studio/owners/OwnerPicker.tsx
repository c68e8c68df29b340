import { cleanText } from '@portico/kinds/typedText';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { PersonSearch } from '../audience/PersonSearch.tsx';
import { ownersQuery } from './owners.queries.ts';

export interface NewOwner {
  id: string;
  name: string;
  email: string | null;
}

/** Finds a person who may edit an item, or any items without one. */
export function OwnerPicker({
  label,
  itemId,
  onPick,
}: {
  label: string;
  itemId?: string;
  onPick: (person: NewOwner) => void;
}) {
  const [text, setText] = useState('');
  const query = useDeferredValue(cleanText(text));
  const { data } = useQuery(ownersQuery(query, itemId));
  return <PersonSearch {...{ label, text, query, onPick }} found={data?.items} onText={setText} />;
}
