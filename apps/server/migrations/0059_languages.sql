-- What mails and documents are written in: the language that somebody chose, or else the one of their browser when they
-- last signed up or in. A mail that is asked for with an address alone brings that of the browser.
alter table account
  add column language text constraint known_language check (language in ('en', 'es', 'pt', 'fr', 'id', 'ar')),
  add column browser_language text
    constraint known_browser_language check (browser_language in ('en', 'es', 'pt', 'fr', 'id', 'ar'));
alter table mail_outbox
  add column language text constraint known_language check (language in ('en', 'es', 'pt', 'fr', 'id', 'ar'));
