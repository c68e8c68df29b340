import FileText from 'lucide-react/icons/file-text';
import { useState } from 'react';
import { SearchBox } from './SearchBox.tsx';
import { SearchBoxFoot, SearchBoxGroup, SearchBoxHint, SearchBoxList, SearchBoxOption } from './SearchBoxList.tsx';
import { SearchField } from './SearchField.tsx';

export default { title: 'SearchBox' };

function Box({ isInline = false, size = 'medium' }: { isInline?: boolean; size?: 'medium' | 'large' }) {
  const [value, setValue] = useState('');
  return (
    <SearchBox
      label="Search"
      placeholder="Search the portal"
      shortcut="Ctrl K"
      value={value}
      onChange={setValue}
      onSubmit={() => true}
      isInline={isInline}
      size={size}
    >
      <SearchBoxList label="Suggestions">
        <SearchBoxGroup title="Recent searches">
          <SearchBoxOption href="/search?q=rollover" onRemove={() => undefined}>
            rollover
          </SearchBoxOption>
        </SearchBoxGroup>
        <SearchBoxGroup title="Pages">
          <SearchBoxOption href="/resources/1" icon={<FileText />} detail="Resource">
            Rollovers
          </SearchBoxOption>
        </SearchBoxGroup>
      </SearchBoxList>
      <SearchBoxHint>Press Enter to search everywhere.</SearchBoxHint>
      <SearchBoxFoot>
        <button type="button">Clear recent searches</button>
      </SearchBoxFoot>
    </SearchBox>
  );
}

export const Floating = () => <Box />;

export const Large = () => <Box size="large" />;

export const Inline = () => <Box isInline />;

export function WithoutSuggestions() {
  const [value, setValue] = useState('bonds');
  return <SearchField label="Search documents" value={value} onChange={setValue} />;
}
