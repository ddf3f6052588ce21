// Lists the titles and types of breaks in schedules, by language. Must not know rows.

/**
 * Titles and types of breaks, by language. Texts are separated by `|` or line breaks. Case,
 * accents, spaces and punctuation do not count; each is compared as a whole.
 */
export const breakTitles = `break | breaks | coffee | tea | coffee break | coffeebreak | tea break
  bio break | refreshment break | refreshments
  snack | snacks | snack break | lunch | lunch break | lunchtime | lunch time | breakfast | brunch
  dinner | supper
  conference dinner | gala dinner | speakers dinner | speaker dinner | social dinner
  community dinner | banquet
  registration | registration desk | on site registration | check in | badge pickup
  badge pick up | doors open | doors
  admission | arrival | venue opens | opening | opening remarks | opening ceremony
  opening session | opening words
  conference opening | welcome | welcome address | welcome remarks | welcome speech
  welcome reception | welcome words
  closing | closing remarks | closing ceremony | closing session | closing words
  conference closing | wrap up | goodbye
  farewell | end of day | end of the day | end of conference | end | social event | social events
  social | social program
  social programme | reception | evening reception | party | after party | afterparty
  conference party | networking
  networking break | networking event | networking lunch | get together | drinks | cocktails
  happy hour | group photo
  family photo | conference photo | room change | changeover | changeover break | free time
  intermission | recess | pause
  service session | logistics | ceremony | administrative | non session | no talk | meal | meals
  Pause | Pausen | Kaffeepause | Kaffee-Pause | Kaffee | Teepause | Mittagspause | Mittagessen
  Mittag | Frühstück
  Frühstückspause | Abendessen | Konferenzdinner | Abendveranstaltung | Imbiss | Snackpause
  Erfrischungspause
  Registrierung | Anmeldung | Einlass | Check-in | Ankunft | Ankommen | Anreise | Abreise
  Eröffnung | Eröffnungsfeier
  Begrüßung | Willkommen | Auftakt | Grußwort | Grußworte | Abschluss | Abschlussveranstaltung
  Schluss | Schlusswort
  Schlussworte | Verabschiedung | Ausklang | Ende | Feierabend | Empfang | Abendempfang
  Sektempfang | Party | Netzwerken
  Networking | Netzwerkpause | Get-together | Rahmenprogramm | Abendprogramm | Gruppenfoto
  Raumwechsel | Umbaupause
  Umbau | Wechselpause | Stehempfang | Kaffee und Kuchen | Umtrunk | Organisatorisches
  Verpflegung | Mahlzeit
  pause | pauses | pause café | pause-café | café | pause thé | pause déjeuner | déjeuner
  petit déjeuner | petit-déjeuner
  dîner | dîner de gala | repas | repas de midi | goûter | collation | buffet | cocktail
  apéritif | apéro | inscription
  inscriptions | enregistrement | accueil | accueil des participants | accueil café | ouverture
  ouverture des portes
  cérémonie d'ouverture | mot d'ouverture | mot de bienvenue | bienvenue | discours de bienvenue
  discours d'ouverture
  clôture | cérémonie de clôture | mot de clôture | mot de la fin | conclusion | fin
  fin de la journée | fin de journée
  soirée | soirée de gala | réception | réseautage | événement social | photo de groupe
  changement de salle | entracte | logistique | cérémonie
  pausa | pausas | descanso | receso | pausa café | pausa para café | pausa para el café
  pausa del café | café
  pausa para almuerzo | pausa para comer | pausa de café | almuerzo | comida | desayuno | merienda
  cena | cena de gala
  cena de clausura | refrigerio | coffee break | registro | registro de participantes
  acreditación | acreditaciones
  inscripción | recepción | apertura | inauguración | bienvenida | palabras de bienvenida
  acto de apertura
  ceremonia de apertura | clausura | cierre | ceremonia de clausura | acto de clausura
  palabras de cierre | despedida
  fin | fin de la jornada | evento social | fiesta | cóctel | foto de grupo | foto grupal
  cambio de sala | networking | logística
  intervalo | intervalos | pausa | pausa para café | pausa para o café | pausa café
  pausa de café | café | coffee break
  intervalo para café | intervalo para almoço | pausa para almoço | pausa para o almoço | almoço
  café da manhã
  pequeno-almoço | pequeno almoço | lanche | jantar | jantar de gala | brunch | credenciamento
  credenciação | inscrição | inscrições
  registo | registro | recepção | receção | abertura | cerimônia de abertura
  cerimónia de abertura | sessão de abertura
  boas-vindas | boas vindas | encerramento | cerimônia de encerramento | cerimónia de encerramento
  sessão de encerramento
  fechamento | fim | fim do dia | evento social | festa | coquetel | networking | foto em grupo
  foto de grupo | troca de sala | logística
  pausa | pause | pausa caffè | pausa caffé | caffè | coffee break | pausa pranzo | pranzo
  colazione | cena
  cena sociale | cena di gala | merenda | aperitivo | buffet | rinfresco | light lunch
  registrazione
  registrazione partecipanti | registrazione dei partecipanti | accredito | accrediti
  accoglienza | apertura
  apertura lavori | apertura dei lavori | cerimonia di apertura | benvenuto | saluti
  saluti iniziali | saluti istituzionali
  saluti di benvenuto | chiusura | chiusura lavori | chiusura dei lavori | chiusura della giornata
  cerimonia di chiusura
  saluti finali | conclusioni | fine | fine lavori | evento sociale | festa | networking
  foto di gruppo | cambio sala | intervallo | logistica
  pauze | pauzes | koffiepauze | koffie pauze | koffie | koffie en thee | theepauze | lunchpauze
  lunch | middagpauze
  ontbijt | diner | avondeten | borrel | netwerkborrel | afsluitende borrel | registratie
  aanmelding | aanmelden | inloop
  inloop met koffie | ontvangst | ontvangst met koffie | inschrijving | deuren open | opening
  welkom | welkomstwoord
  openingswoord | afsluiting | sluiting | slotwoord | afscheid | einde | einde van de dag
  einde programma | receptie | feest
  netwerken | netwerkpauze | groepsfoto | zaalwissel | wisselpauze | sociaal programma | logistiek
  przerwa | przerwy | przerwa kawowa | przerwa na kawę | przerwa na herbatę | kawa
  kawa i herbata | przerwa obiadowa
  przerwa na obiad | przerwa lunchowa | przerwa na lunch | obiad | lunch | śniadanie | kolacja
  uroczysta kolacja | bankiet
  poczęstunek | rejestracja | rejestracja uczestników | rejestracja gości | otwarcie
  otwarcie konferencji
  uroczyste otwarcie | powitanie | powitanie uczestników | powitanie gości | rozpoczęcie
  rozpoczęcie konferencji | zamknięcie
  zamknięcie konferencji | zakończenie | zakończenie konferencji | podsumowanie | pożegnanie
  koniec | koniec dnia | impreza
  networking | spotkanie integracyjne | integracja | wspólne zdjęcie | zdjęcie grupowe
  zmiana sali | organizacyjne | sprawy organizacyjne
  přestávka | přestávky | pauza | přestávka na kávu | kávová přestávka | káva | coffee break
  polední přestávka
  obědová přestávka | přestávka na oběd | oběd | snídaně | večeře | slavnostní večeře | raut
  občerstvení | svačina
  registrace | registrace účastníků | prezence | prezence účastníků | příchod | zahájení
  zahájení konference
  slavnostní zahájení | přivítání | uvítání | úvodní slovo | otevření | zakončení | ukončení
  ukončení konference | závěr
  závěrečné slovo | rozloučení | konec | konec dne | společenský večer | společenský program
  večírek | afterparty
  networking | společné foto | skupinové foto | přesun | organizační
  休憩 | 休憩時間 | 小休憩 | 小休止 | コーヒーブレイク | コーヒー休憩 | ティーブレイク | 昼食 | 昼休み | 昼休憩 | お昼休憩 | ランチ
  ランチ休憩 | ランチタイム | 朝食 | 夕食 | 軽食 | 受付 | 受付開始 | 参加受付 | 開場 | 入場 | 開会 | 開会式 | 開会の挨拶 | 開会挨拶 | 開会のあいさつ
  オープニング | オープニングセッション | 挨拶 | ご挨拶 | 閉会 | 閉会式 | 閉会の挨拶 | 閉会挨拶 | 閉会のあいさつ | クロージング | 閉場 | 終了
  懇親会 | 交流会 | 懇談会 | パーティー | レセプション | ネットワーキング | 記念撮影 | 集合写真 | 移動 | 転換 | 部屋移動 | 事務連絡 | 運営
  休息 | 休息时间 | 休息時間 | 中场休息 | 中場休息 | 茶歇 | 茶歇时间 | 茶点 | 茶點 | 咖啡时间 | 咖啡时光 | 咖啡休息 | 午餐 | 午饭 | 午休 | 午餐时间
  午餐時間 | 午间休息 | 早餐 | 晚餐 | 晚宴 | 欢迎晚宴 | 签到 | 簽到 | 报到 | 報到 | 注册 | 入场 | 入場 | 开幕 | 開幕 | 开幕式 | 開幕式 | 开幕致辞
  致辞 | 欢迎致辞 | 开场 | 開場 | 闭幕 | 閉幕 | 闭幕式 | 閉幕式 | 闭幕致辞 | 结束 | 社交活动 | 交流 | 自由交流 | 合影 | 合影留念 | 招待会 | 酒会
  转场 | 会务
  перерыв | перерывы | кофе-брейк | кофе брейк | кофе-пауза | кофе | перерыв на кофе
  перерыв на обед | обеденный перерыв
  обед | завтрак | ужин | торжественный ужин | банкет | фуршет | регистрация
  регистрация участников | сбор участников | сбор гостей
  открытие | открытие конференции | торжественное открытие | приветствие | приветственное слово
  вступительное слово
  закрытие | закрытие конференции | торжественное закрытие | заключительное слово
  подведение итогов | завершение
  конец | окончание | вечеринка | афтепати | нетворкинг | общее фото | групповое фото | общение
  свободное время | организационное`;

/** Words that may be beside such a title: `morning`. */
export const breakModifiers = `morning | afternoon | evening | midday | noon | short | long | late
  early | first | second | third | final | day | the | conference | welcome | virtual | quick
  Vormittag | Vormittags | Nachmittag | Nachmittags | Abend | kurze | kurz | lange | große
  kleine | gemeinsames | gemeinsamer | gemeinsame | erste | zweite | dritte | Tag | Konferenz
  matin | petite | grande | courte | jour | et
  mañana | tarde | de | corta | breve | larga | primera | segunda | día
  manhã | tarde | de | curto | curta | longo | primeiro | segundo | dia
  mattina | mattutina | pomeriggio | pomeridiana | breve | lunga | prima | seconda | giorno
  ochtend | middag | avond | korte | lange | eerste | tweede | dag
  poranna | popołudniowa | wieczorna | krótka | długa | pierwsza | druga | dzień
  dopolední | odpolední | večerní | krátká | dlouhá | první | druhá | den
  午前 | 午後 | 夜の
  上午 | 下午 | 晚上
  утренний | дневной | вечерний | короткий | большой | первый | второй | день`;

/** Room cells that mean all rooms: the break takes place in each of them. */
export const everyRoom = `all | all rooms | all halls | everywhere | alle | alle Räume | alle Säle
  überall | toutes
  toutes les salles | todas | todas las salas | todas as salas | tutte | tutte le sale
  alle zalen | wszystkie | wszystkie sale
  všechny | všechny sály | všechny místnosti | 全会場 | 全室 | 全部屋 | 所有会场 | 所有房间 | 全部会场 | все
  все залы`;

/**
 * What a slot, or the title of its session, says if the session does not take place then. One that
 * is moved does.
 */
export const calledOff = `canceled | cancelled | called off | withdrawn | no show | postponed
  dropped out | removed | not happening | cxl | entfällt | fällt aus | ausgefallen | abgesagt
  gestrichen | vertagt
  annulé | annulée | supprimé | supprimée | reporté | reportée | cancelado | cancelada | anulado
  anulada | aplazado | aplazada | adiado | adiada | annullato | annullata | rinviato | rinviata
  geannuleerd | vervalt | vervallen | uitgesteld | odloženo | 延期 | отложено
  afgelast | odwołane | odwołany | odwołana | zrušeno | zrušena | zrušen | odpadá | 中止 | キャンセル
  休講 | 取消 | 已取消 | отменено | отменён
  отменена | отменяется`;

/**
 * Headers of columns that say whether a session takes place. Those of sessions that do not are in
 * {@link calledOff}.
 */
export const takingPlace = `active | published | aktiv | veröffentlicht | actif | active | publié
  publiée | activo | activa | publicado | publicada | ativo | ativa | attivo | attiva | pubblicato
  pubblicata | actief | gepubliceerd | aktywny | aktywna | opublikowany | opublikowana | aktivní
  zveřejněno | 公開 | 有効 | 已发布 | 启用 | активно | опубликовано`;

/** Headers of columns that say, often with a date, that a session is deleted. */
export const deleted = `deleted | gelöscht | eliminado | eliminada | excluído | excluída | eliminato
  eliminata | verwijderd | usunięty | usunięta | smazáno | 削除 | 已删除 | удалено`;
