/** Which database an address names and as whom, without the password. */
export function databaseLabel(address: string): string {
  const { host, pathname, username } = new URL(address);
  return `${decodeURIComponent(pathname.slice(1))} on ${host}${username && ` as ${decodeURIComponent(username)}`}`;
}
