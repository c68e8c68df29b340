import { cleanText } from '@portico/kinds/typedText';
import { useEffect, useState } from 'react';
import { TYPING_DELAY_MS } from '../typingDelay.ts';

/** The words typed in a picker, and the page of results for what was typed last. */
export function usePickerSearch() {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(1);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(cleanText(text));
      setPage(1);
    }, TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, query, page, setPage };
}
