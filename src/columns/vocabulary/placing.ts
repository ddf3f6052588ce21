// Lists the headers of the columns that only autoplace reads, in all languages. Must not know files.
import type { PlacingTerm } from './terms.ts';

/** Separated by `|` or line breaks, in the order of the languages of other headers: en, de, fr, es, pt, it, nl, pl, cs, ja, zh, ru. */
export const placingWords: Readonly<Record<PlacingTerm, string>> = {
  capacity: `capacity | seats | room capacity | size | max attendees | Kapazität | Plätze | Sitzplätze | capacité | places
    places assises | capacidad | plazas | asientos | aforo | capacidade | lugares | assentos | capienza | posti
    capaciteit | zitplaatsen | plaatsen | pojemność | liczba miejsc | miejsca | kapacita | počet míst | 定員 | 収容人数
    座席数 | 容量 | 座位 | 座位数 | вместимость | мест | количество мест`,
  has: `has | equipment | room equipment | features | facilities | hat | Ausstattung | Technik | équipement | équipements
    tiene | equipamiento | equipo | equipamento | tem | recursos | attrezzatura | attrezzature | dotazione | ha | heeft
    uitrusting | apparatuur | faciliteiten | wyposażenie | vybavení | 設備 | 设备 | 設備一覧 | оборудование | оснащение`,
  only: `only | only for | reserved for | nur | nur für | seulement | réservé à | uniquement | solo | sólo | solo para
    reservado para | só | somente | apenas | só para | solo per | riservato a | alleen | alleen voor | tylko | tylko dla
    pouze | jen | jen pro | 専用 | のみ | 限定 | 专用 | 仅限 | 仅 | только | только для`,
  walking: `walking | walking time | walk | way | distance | Fußweg | Weg | Gehzeit | Wegzeit | trajet | temps de marche
    a pie | camino | tiempo a pie | a pé | caminhada | a piedi | tempo a piedi | wandeltijd | lopen | dojście
    czas przejścia | přechod | doba chůze | 移動時間 | 徒歩 | 步行 | 步行时间 | пешком | время перехода`,
  availability: `availability | available | can | can/cannot | can|cannot|rather_not | can or cannot | presence
    Verfügbarkeit | verfügbar | kann | disponibilité | disponible | disponibilidad | puede | disponibilidade
    disponível | pode | disponibilità | può | beschikbaarheid | beschikbaar | kan | dostępność | może | dostupnost | může
    参加可否 | 可否 | 都合 | 可用性 | 是否可用 | доступность | может`,
  time_zone: `time zone | timezone | tz | zone | Zeitzone | fuseau horaire | fuseau | zona horaria | huso horario
    fuso horário | fuso | fuso orario | tijdzone | strefa czasowa | strefa | časové pásmo | タイムゾーン | 时区 | 時區
    часовой пояс`,
  pinned: `pinned | pin | fixed | locked | fest | fixiert | gesetzt | fixé | figé | épinglé | fijo | fijado | fixo | fixado
    fisso | fissato | bloccato | vast | vastgezet | przypięte | ustalone | připnuto | pevně | 固定 | 已固定 | закреплено
    закреплён | фиксировано`,
  needs: `needs | requires | requirements | equipment needs | technical requirements | benötigt | braucht | Technikbedarf
    besoins | besoins techniques | nécessite | necesita | requisitos | necesidades | precisa | necessidades | requer
    richiede | serve | necessità | requisiti | behoeften | nodig | vereisten | potrzebuje | potrzeby | wymagania
    potřebuje | potřeby | požadavky | 必要機材 | 必要設備 | 需要 | 需求 | нужно | требуется | требования`,
  expected: `expected | expected audience | expected attendance | audience | attendance | attendees | erwartet
    erwartetes Publikum | Publikum | Teilnehmer | public attendu | participants | affluence | esperado | público
    público esperado | asistentes | asistencia | participantes | pubblico | pubblico atteso | partecipanti | verwacht
    verwacht publiek | deelnemers | bezoekers | oczekiwani | uczestnicy | publiczność | očekáváno | očekávaná účast
    účastníci | 予想人数 | 参加予定人数 | 预计人数 | 預計人數 | ожидается | ожидаемая аудитория | участники`,
  after: `after | follows | comes after | nach | danach | folgt auf | après | suit | después de | tras | depois de | após
    dopo | segue | na | volgt op | komt na | po | następuje po | následuje po | 後 | の後 | 之后 | 在之后 | после`,
  not_with: `not with | not at the same time as | not parallel to | not in parallel with | conflicts with | nicht mit | nicht parallel zu
    nicht gleichzeitig mit | pas avec | pas en même temps que | no con | no a la vez que | não com | não ao mesmo tempo que
    non con | non insieme a | niet met | niet tegelijk met | nie z | nie równocześnie z | ne s | ne současně s
    同時不可 | 不与 | 不能同时 | не с | не одновременно с`,
  not_before: `not before | earliest | earliest start | nicht vor | frühestens | pas avant | au plus tôt | no antes de
    não antes de | non prima di | niet voor | op zijn vroegst | nie przed | najwcześniej | ne před | nejdříve
    以降 | 不早于 | не раньше`,
  not_after: `not after | latest | latest end | nicht nach | spätestens | pas après | au plus tard | no después de
    não depois de | non dopo | niet na | uiterlijk | nie po | najpóźniej | ne po | nejpozději | 以前 | まで | 不晚于
    не позже`,
  room_wish: `room wish | wished room | preferred room | room preference | Raumwunsch | Wunschraum | salle souhaitée
    salle préférée | sala preferida | sala deseada | sala desejada | sala preferita | gewenste zaal | voorkeurszaal
    preferowana sala | preferovaná místnost | preferovaný sál | 希望会場 | 希望の部屋 | 希望房间 | желаемый зал`,
  level: `level | audience level | skill level | difficulty | Niveau | Schwierigkeit | niveau | difficulté | nivel
    dificultad | nível | dificuldade | livello | difficoltà | moeilijkheid | poziom | trudność | úroveň | obtížnost
    レベル | 難易度 | 级别 | 難度 | 难度 | уровень | сложность`,
  language: `language | talk language | lang | Sprache | Vortragssprache | langue | idioma | língua | lingua | taal | język
    jazyk | 言語 | 语言 | 語言 | язык`,
};
