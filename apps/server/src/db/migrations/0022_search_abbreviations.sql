-- Abbreviations that advisors use, to begin with; editors keep the list from here on.
insert into search_abbreviations (abbreviation, abbreviation_words, meaning, meaning_words)
select abbreviation, lower(replace(regexp_replace(abbreviation, '[-() ]', '', 'g'), '&', 'and')), meaning, lower(regexp_replace(meaning, '[-/]', ' ', 'g')) from (values
  ('RMD', 'required minimum distribution'), ('IRA', 'individual retirement account'), ('401(k)', 'employer retirement plan'),
  ('QCD', 'qualified charitable distribution'), ('NUA', 'net unrealized appreciation'), ('ETF', 'exchange traded fund'),
  ('SEP', 'simplified employee pension'), ('DAF', 'donor advised fund'), ('QDRO', 'qualified domestic relations order'),
  ('QLAC', 'qualified longevity annuity contract'), ('GLWB', 'guaranteed lifetime withdrawal benefit'), ('GMIB', 'guaranteed minimum income benefit'),
  ('HSA', 'health savings account'), ('FSA', 'flexible spending account'), ('AUM', 'assets under management'), ('RIA', 'registered investment adviser'),
  ('IAR', 'investment adviser representative'), ('CRS', 'client relationship summary'), ('ADV', 'adviser registration form'),
  ('KYC', 'know your customer'), ('AML', 'anti money laundering'), ('CIP', 'customer identification program'), ('ACAT', 'account transfer'),
  ('TOD', 'transfer on death'), ('POA', 'power of attorney'), ('UTMA', 'uniform transfers to minors act'), ('UGMA', 'uniform gifts to minors act'),
  ('AMT', 'alternative minimum tax'), ('MAGI', 'modified adjusted gross income'), ('AGI', 'adjusted gross income'), ('NIIT', 'net investment income tax'),
  ('IRMAA', 'income related monthly adjustment amount'), ('SS', 'social security'), ('LTC', 'long term care'), ('FAFSA', 'free application for federal student aid'),
  ('CD', 'certificate of deposit'), ('REIT', 'real estate investment trust'), ('MBS', 'mortgage backed security'), ('TIPS', 'treasury inflation protected securities'),
  ('NAV', 'net asset value'), ('SMA', 'separately managed account'), ('UMA', 'unified managed account'), ('TLH', 'tax loss harvesting'), ('CE', 'continuing education'),
  ('CFP', 'certified financial planner'), ('SEC', 'securities and exchange commission'), ('FINRA', 'financial industry regulatory authority'),
  ('BDA', 'beneficiary designation audit'), ('ILIT', 'irrevocable life insurance trust'), ('GRAT', 'grantor retained annuity trust'), ('CRT', 'charitable remainder trust'),
  ('ESG', 'environmental social and governance'), ('ROI', 'return on investment'), ('YTD', 'year to date'), ('MFA', 'multi factor authentication')
) given (abbreviation, meaning);
