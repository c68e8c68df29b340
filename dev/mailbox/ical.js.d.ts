/** The part of ical.js that we use; its package doesn't declare its types. */
declare module 'ical.js' {
  interface Time {
    toJSDate(): Date;
  }
  interface Property {
    getFirstValue(): unknown;
    getFirstParameter(name: string): string | undefined;
  }
  interface Component {
    getFirstSubcomponent(name: string): Component | null;
    getFirstPropertyValue(name: string): unknown;
    getAllProperties(name: string): Property[];
  }
  const ICAL: {
    parse(text: string): unknown[];
    Component: new (jCal: unknown[]) => Component;
    Time: new (...args: never[]) => Time;
  };
  export default ICAL;
}
