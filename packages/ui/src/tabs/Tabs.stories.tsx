import { useState } from 'react';
import { Tabs } from './Tabs.tsx';

export default { title: 'Tabs' };

const options = ['All Events', 'Upcoming Events', 'Past Events'].map((label) => ({ value: label, label }));

function Sample({ hasCounts }: { hasCounts: boolean }) {
  const [value, setValue] = useState('All Events');
  return (
    <Tabs
      label="Which events"
      value={value}
      onChange={setValue}
      options={hasCounts ? options.map((option, n) => ({ ...option, count: n * 1200 })) : options}
    >
      <a href="/events">{value}</a>
    </Tabs>
  );
}

export const Plain = () => <Sample hasCounts={false} />;

export const WithCounts = () => <Sample hasCounts />;
